import type { MohoProject } from '../../model/moho.ts';

/** What the main timeline is called among the actions of a project. */
export function mainName({ actions }: MohoProject): string {
  const plain = 'main';
  return actions.some(({ name }) => name === plain) ? `${plain} timeline` : plain;
}

/** The last whole frame of the main timeline. */
export const mainFrames = ({ endFrame }: MohoProject): number => Math.max(0, Math.floor(endFrame));
