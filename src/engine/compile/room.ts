/** How far the paths of each skin set have been turned and made to grow so far. */
export interface Room {
  /** Factor on the size of each path; 0 while all bones of the set are at rest. */
  readonly factors: Float32Array;
  /** The range of turns, radians: least, most for each set. No turn is always within, as at rest. */
  readonly turns: Float32Array;
  /** The same for rooms that are alike. */
  readonly name: string;
  /**
   * Takes in the puppet's bones.
   * @param bones See `Pose.bones`.
   * @returns Whether the room has grown.
   */
  note(bones: Float32Array): boolean;
}

export const roomName = ({ factors, turns }: Omit<Room, 'name' | 'note'>): string =>
  `${factors.join()} ${turns.join()}`;

/** Takes in what a set needs, in wide steps. @returns Whether the room has grown. */
export function widenRoom(
  { factors, turns }: Omit<Room, 'name' | 'note'>,
  set: number,
  factor: number,
  least: number,
  most: number,
): boolean {
  let grown = false;
  if (factor > factors[set]) {
    factors[set] = FACTOR_STEP ** Math.ceil(Math.log(factor) / Math.log(FACTOR_STEP) - 1e-6);
    grown = true;
  }
  if (least < turns[set * 2]) {
    turns[set * 2] = Math.floor(least / TURN_STEP) * TURN_STEP;
    grown = true;
  }
  if (most > turns[set * 2 + 1]) {
    turns[set * 2 + 1] = Math.ceil(most / TURN_STEP) * TURN_STEP;
    grown = true;
  }
  return grown;
}

const FACTOR_STEP = 1.2;
const TURN_STEP = Math.PI / 8;
