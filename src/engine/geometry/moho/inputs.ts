import type { MohoMesh, MohoValues } from '../../model/moho.ts';
import { followsTime } from './channel.ts';

/** What the shape of a mesh hangs on beside bones and layers. */
export interface MeshInputs {
  /** Actions that change it. */
  readonly actions: readonly number[];
  /** Whether the main timeline does. */
  readonly followsTime: boolean;
}

export function meshInputs(mesh: MohoMesh): MeshInputs {
  const { positions, widths, smoothness, weightIn, weightOut, offsetIn, offsetOut } = mesh;
  const kinds: MohoValues[] = [positions, widths, smoothness, weightIn, weightOut, offsetIn, offsetOut];
  const channels = kinds.flatMap(({ moving }) => moving.map(({ channel }) => channel));
  return {
    actions: [...new Set(channels.flatMap(({ actions }) => actions.map(({ action }) => action)))],
    followsTime: channels.some(followsTime),
  };
}
