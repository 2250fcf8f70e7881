/** In a page: loads the walk, between two marks for whoever traces it. */
import { load, memorySource, type Source } from '../../../src/loader/index.ts';

async function marked(url: string, source?: Source): Promise<number> {
  performance.mark('load-starts');
  const { rig } = await load(url, source && { source });
  // What it left is swept in the tasks that follow.
  await new Promise((resolve) => setTimeout(resolve, 500));
  performance.mark('load-ends');
  return rig.paths.length;
}

const loads = {
  fetched: () => marked('/walk/filelist.csv'),

  /** As when a folder is dropped on it. */
  async dropped(names: readonly string[]): Promise<number> {
    const files: [string, Blob][] = [];
    for (const name of names) {
      const answer = await fetch(`/walk/${name.split('/').map(encodeURIComponent).join('/')}`);
      files.push([name, await answer.blob()]);
    }
    return await marked('filelist.csv', memorySource(files));
  },
};

declare global {
  var walkPage: typeof loads;
}

globalThis.walkPage = loads;
