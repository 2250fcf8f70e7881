/**
 * Inverse kinematics: how the joints of a tree must turn so that some tips come to their targets.
 *
 * The sum of the weighted squared distances, the `value`, is brought down by Newton's method, damped
 * until each step lowers it (Levenberg and Marquardt), while joints that press against a limit are
 * held (Bertsekas, "Projected Newton methods", 1982). The second derivatives are exact, as those of
 * the tips are what counts in a stretched chain: d²tip / dθi dθj = −(tip − base of the lower joint).
 * So a straight chain toward what is out of reach is found as soon as a bent one to what is within.
 *
 * The search starts from the pose that is given, and so stays near it. Only where that leads to a
 * dead end other starts are tried, the same ones each time.
 */

/** Close enough, px. */
const TOLERANCE = 1e-3;
/** Radians by which joints keep off their limits, so that rounding cannot carry them across. */
const INSET = 1e-10;
const MOST_STEPS = 80;
/** Radians that a joint may turn in one step: far steps end far from where they began. */
const LONGEST_STEP = 0.7;
const MOST_DAMPING = 1e9;
/** Other starts: first some that only tell a straight chain where to bend, by up to so many radians; then any. */
const NUDGE = 0.1;
const NUDGES = 4;
const MOST_STARTS = 64;
/**
 * Joints are drawn to where they were, less and less: by these shares of the greatest square of a
 * tip's distance from a base. So where many poses do, the one that is found changes evenly with the target.
 */
const FIRST_PULL = 1e-2;
const LAST_PULL = 1e-8;

const TURN = 2 * Math.PI;

/**
 * Bones that turn to bring tips to targets. Lengths in rig px, angles in radians, y down. One solver
 * serves any number of problems, one after the other; arrays grow with the largest.
 */
export class ReachSolver {
  /** Greatest distance of a tip from its target after the last solve, px; Infinity where figures are too large to reckon with. */
  error = 0;

  #jointCount = 0;
  #targetCount = 0;
  #parents = new Int32Array(0);
  /** Base from the parent's base (without parent: from the origin), tip from the base, as given. */
  #offsets = new Float64Array(0);
  /** Base and tip of the pose that was evaluated last. */
  #ends = new Float64Array(0);
  #angles = new Float64Array(0);
  /** Between what each joint may turn. */
  #low = new Float64Array(0);
  #high = new Float64Array(0);
  /** Turns: the best so far, those that a search works on, those that it tries; and the sum of these along the parents. */
  #best = new Float64Array(0);
  #current = new Float64Array(0);
  #trial = new Float64Array(0);
  #sums = new Float64Array(0);
  #pull = 0;
  /** First and second derivatives of half the value, and a factor of the latter. */
  #gradient = new Float64Array(0);
  #hessian = new Float64Array(0);
  #factor = new Float64Array(0);
  #step = new Float64Array(0);
  /** Joints that a step turns. */
  #free = new Int32Array(0);
  #targetJoints = new Int32Array(4);
  /** x, y, weight. */
  #targets = new Float64Array(12);
  /** Greatest distance of a tip from its target in the pose that was evaluated last. */
  #worst = 0;

  /** Radians that each joint turns about its base, on top of what its parents turn. Another array once it has grown. */
  get turns(): Float64Array {
    return this.#best;
  }

  /** Begins a problem: no joints, no targets. */
  begin(): void {
    this.#jointCount = 0;
    this.#targetCount = 0;
  }

  /**
   * Adds a bone that moves with its parent and turns about its base.
   * @param parent An earlier joint, or −1.
   * @param carriedAngle Angle of the parent bone when that is none of the joints.
   * @param min Least angle of the bone less its parent's, whole turns aside; −Infinity: none.
   * @param max Greatest one; Infinity: none. A full circle from `min` or more is no limit.
   * @param turns Whether it may turn.
   * @param angle Of the bone; to be told where it has no length.
   * @returns The index of the joint.
   */
  addJoint(
    parent: number,
    carriedAngle: number,
    baseX: number,
    baseY: number,
    tipX: number,
    tipY: number,
    min: number,
    max: number,
    turns: boolean,
    angle = Math.atan2(tipY - baseY, tipX - baseX),
  ): number {
    const joint = this.#jointCount++;
    if (joint === this.#parents.length) this.#grow(joint * 2 || 8);
    const offsets = this.#offsets;
    const ends = this.#ends;
    const [o, p] = [joint * 4, parent * 4];
    this.#parents[joint] = parent;
    ends[o] = baseX;
    ends[o + 1] = baseY;
    offsets[o] = parent < 0 ? baseX : baseX - ends[p];
    offsets[o + 1] = parent < 0 ? baseY : baseY - ends[p + 1];
    offsets[o + 2] = tipX - baseX;
    offsets[o + 3] = tipY - baseY;
    this.#low[joint] = turns ? -Infinity : 0;
    this.#high[joint] = turns ? Infinity : 0;
    this.#angles[joint] = wrap(angle);
    if (turns) this.#setLimits(joint, parent < 0 ? wrap(carriedAngle) : this.#angles[parent], min, max);
    return joint;
  }

  #setLimits(joint: number, parentAngle: number, min: number, max: number): void {
    const [hasMin, hasMax] = [Number.isFinite(min), Number.isFinite(max)];
    if (hasMin && hasMax ? max - min >= TURN : !hasMin && !hasMax) return;
    const from = hasMin ? wrap(min) : -Math.PI;
    let span = (hasMax ? wrap(max) : Math.PI) - from;
    if (span < 0) span += TURN;
    const inset = Math.min(INSET, span / 2);
    let low = wrap(from + parentAngle - this.#angles[joint]) + inset;
    let high = low + span - 2 * inset;
    // Into the range on the shorter way.
    if (low > 0 && low > TURN - high) [low, high] = [low - TURN, high - TURN];
    else if (high < 0 && -high > TURN + low) [low, high] = [low + TURN, high + TURN];
    this.#low[joint] = low;
    this.#high[joint] = high;
  }

  /** The tip of a joint should come to x, y. `weight` > 0 tells how much that counts where not all can be had. */
  addTarget(joint: number, x: number, y: number, weight: number): void {
    const target = this.#targetCount++;
    if (target === this.#targetJoints.length) {
      this.#targetJoints = grown(this.#targetJoints, new Int32Array(target * 2));
      this.#targets = grown(this.#targets, new Float64Array(target * 6));
    }
    this.#targetJoints[target] = joint;
    this.#targets[target * 3] = x;
    this.#targets[target * 3 + 1] = y;
    this.#targets[target * 3 + 2] = weight;
  }

  /** Finds `turns`. Joints outside their limits come inside even where no target asks for it. */
  solve(): void {
    const best = this.#best;
    const current = this.#current;
    const count = this.#jointCount;
    this.#shareWeights();
    for (let i = 0; i < count; i++) current[i] = clamp(0, this.#low[i], this.#high[i]);
    this.#evaluate(current);
    const steepest = this.#linearize();
    for (let pull = FIRST_PULL; pull > LAST_PULL && this.#worst > TOLERANCE; pull /= 64) {
      this.#pull = pull * steepest;
      this.#descend();
    }
    this.#pull = 0;
    let value = this.#descend();
    this.#keep();
    const floor = this.#leastValue();
    for (let start = 0; start < MOST_STARTS && this.error > TOLERANCE; start++) {
      const isNudge = start < NUDGES;
      // What is a little nearer is not worth a pose that is far away.
      if (value <= (isNudge ? (Math.sqrt(floor) + TOLERANCE) ** 2 : 4 * floor)) break;
      this.#setStart(start);
      const next = this.#descend();
      if (this.#worst > TOLERANCE && next >= (isNudge ? value * (1 - 1e-6) : value / 4)) continue;
      value = next;
      this.#keep();
    }
    for (let i = 0; i < count; i++) if (this.#high[i] === Infinity) best[i] = wrap(best[i]);
  }

  #setStart(start: number): void {
    for (let i = 0; i < this.#jointCount; i++) {
      const [low, high, best] = [this.#low[i], this.#high[i], this.#best[i]];
      let turn = best + NUDGE * scattered(start, i);
      if (start >= NUDGES) {
        // Many a solution has joints at their limits.
        const isLimited = high < Infinity;
        const middle = isLimited ? (low + high) / 2 : best;
        turn = middle + scattered(2 * start, i) * (isLimited ? (high - low) * 0.75 : Math.PI);
      }
      this.#current[i] = clamp(turn, low, high);
    }
  }

  /** Weights become shares of the greatest one. */
  #shareWeights(): void {
    const targets = this.#targets;
    let heaviest = 0;
    for (let t = 0; t < this.#targetCount; t++) heaviest = Math.max(heaviest, targets[t * 3 + 2]);
    for (let t = 0; t < this.#targetCount; t++) targets[t * 3 + 2] /= heaviest;
  }

  #keep(): void {
    for (let i = 0; i < this.#jointCount; i++) this.#best[i] = this.#current[i];
    this.error = Number.isFinite(this.#worst) ? this.#worst : Infinity;
  }

  /** A value that no turns can go below, from the lengths alone. */
  #leastValue(): number {
    const offsets = this.#offsets;
    const targets = this.#targets;
    let least = 0;
    for (let t = 0; t < this.#targetCount; t++) {
      let at = this.#targetJoints[t];
      let longest = Math.hypot(offsets[at * 4 + 2], offsets[at * 4 + 3]);
      let reach = longest;
      for (; this.#parents[at] >= 0; at = this.#parents[at]) {
        const length = Math.hypot(offsets[at * 4], offsets[at * 4 + 1]);
        longest = Math.max(longest, length);
        reach += length;
      }
      const away = Math.hypot(targets[t * 3] - offsets[at * 4], targets[t * 3 + 1] - offsets[at * 4 + 1]);
      least += targets[t * 3 + 2] * Math.max(0, away - reach, 2 * longest - reach - away) ** 2;
    }
    return least;
  }

  /** Brings the value of the current turns down to where no small turns lower it. @returns The value. */
  #descend(): number {
    const current = this.#current;
    const trial = this.#trial;
    const count = this.#jointCount;
    let value = this.#evaluate(current);
    let damping = 1e-3;
    for (let steps = 0; steps < MOST_STEPS && (this.#pull > 0 || this.#worst > TOLERANCE); steps++) {
      const steepest = this.#linearize();
      const free = this.#findFree();
      let next = value;
      for (; free > 0 && damping < MOST_DAMPING; damping *= 8) {
        if (!this.#findStep(free, damping * steepest)) continue;
        for (let i = 0; i < count; i++) trial[i] = clamp(current[i] + this.#step[i], this.#low[i], this.#high[i]);
        next = this.#evaluate(trial);
        if (next < value) break;
      }
      if (!(next < value)) break;
      for (let i = 0; i < count; i++) current[i] = trial[i];
      const isSlow = value - next < 1e-9 * value;
      value = next;
      if (isSlow) break;
      damping = Math.max(damping / 16, 1e-9);
    }
    return this.#evaluate(current);
  }

  /** Puts `ends` where some turns bring them. @returns The value; `worst` is the greatest distance. */
  #evaluate(turns: Float64Array): number {
    const offsets = this.#offsets;
    const ends = this.#ends;
    const targets = this.#targets;
    for (let i = 0; i < this.#jointCount; i++) {
      const [o, p] = [i * 4, this.#parents[i] * 4];
      const carried = p < 0 ? 0 : this.#sums[p / 4];
      const [cos, sin] = [Math.cos(carried), Math.sin(carried)];
      ends[o] = (p < 0 ? 0 : ends[p]) + cos * offsets[o] - sin * offsets[o + 1];
      ends[o + 1] = (p < 0 ? 0 : ends[p + 1]) + sin * offsets[o] + cos * offsets[o + 1];
      const sum = carried + turns[i];
      const [tipCos, tipSin] = [Math.cos(sum), Math.sin(sum)];
      ends[o + 2] = ends[o] + tipCos * offsets[o + 2] - tipSin * offsets[o + 3];
      ends[o + 3] = ends[o + 1] + tipSin * offsets[o + 2] + tipCos * offsets[o + 3];
      this.#sums[i] = sum;
    }
    let value = 0;
    for (let i = 0; i < this.#jointCount; i++) value += this.#pull * turns[i] * turns[i];
    this.#worst = 0;
    for (let t = 0; t < this.#targetCount; t++) {
      const tip = this.#targetJoints[t] * 4 + 2;
      const distance = Math.hypot(ends[tip] - targets[t * 3], ends[tip + 1] - targets[t * 3 + 1]);
      this.#worst = Math.max(this.#worst, distance);
      value += targets[t * 3 + 2] * distance * distance;
    }
    return value;
  }

  /** Sets the derivatives of half the value. @returns The greatest that a tip's turning alone makes. */
  #linearize(): number {
    const count = this.#jointCount;
    const ends = this.#ends;
    const gradient = this.#gradient;
    const hessian = this.#hessian;
    gradient.fill(0, 0, count);
    hessian.fill(0, 0, count * count);
    let steepest = 0;
    for (let t = 0; t < this.#targetCount; t++) {
      const joint = this.#targetJoints[t];
      const [tipX, tipY] = [ends[joint * 4 + 2], ends[joint * 4 + 3]];
      const [toX, toY, weight] = [this.#targets[t * 3], this.#targets[t * 3 + 1], this.#targets[t * 3 + 2]];
      for (let i = joint; i >= 0; i = this.#parents[i]) {
        const [x, y] = [tipX - ends[i * 4], tipY - ends[i * 4 + 1]];
        gradient[i] += weight * (x * (tipY - toY) - y * (tipX - toX));
        steepest = Math.max(steepest, weight * (x * x + y * y));
        for (let j = i; j >= 0; j = this.#parents[j]) {
          hessian[i * count + j] += weight * (x * (toX - ends[j * 4]) + y * (toY - ends[j * 4 + 1]));
        }
      }
    }
    for (let i = 0; i < count; i++) {
      gradient[i] += this.#pull * this.#current[i];
      hessian[i * count + i] += this.#pull;
    }
    return steepest;
  }

  /** Finds the joints that a step may turn: those that would not press against a limit. @returns How many. */
  #findFree(): number {
    let n = 0;
    for (let i = 0; i < this.#jointCount; i++) {
      this.#step[i] = 0;
      const slope = this.#gradient[i];
      const isHeld = slope > 0 ? this.#current[i] <= this.#low[i] : this.#current[i] >= this.#high[i];
      if (slope !== 0 && !isHeld) this.#free[n++] = i;
    }
    return n;
  }

  /**
   * Solves (hessian + damping) · step = −gradient for the `n` free joints, by Cholesky's factor.
   * @returns Whether there is one, that is whether the step goes down.
   */
  #findStep(n: number, damping: number): boolean {
    const free = this.#free;
    const factor = this.#factor;
    const step = this.#step;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = this.#hessian[free[i] * this.#jointCount + free[j]] + (i === j ? damping : 0);
        for (let k = 0; k < j; k++) sum -= factor[i * n + k] * factor[j * n + k];
        if (i === j && !(sum > 0)) return false;
        factor[i * n + j] = i === j ? Math.sqrt(sum) : sum / factor[j * n + j];
      }
    }
    for (let i = 0; i < n; i++) {
      let sum = -this.#gradient[free[i]];
      for (let k = 0; k < i; k++) sum -= factor[i * n + k] * step[free[k]];
      step[free[i]] = sum / factor[i * n + i];
    }
    let longest = 0;
    for (let i = n - 1; i >= 0; i--) {
      let sum = step[free[i]];
      for (let k = i + 1; k < n; k++) sum -= factor[k * n + i] * step[free[k]];
      step[free[i]] = sum / factor[i * n + i];
      longest = Math.max(longest, Math.abs(step[free[i]]));
    }
    if (longest > LONGEST_STEP) for (let i = 0; i < n; i++) step[free[i]] *= LONGEST_STEP / longest;
    return true;
  }

  #grow(count: number): void {
    const doubles = (old: Float64Array<ArrayBuffer>, each = 1) => grown(old, new Float64Array(count * each));
    this.#parents = grown(this.#parents, new Int32Array(count));
    this.#offsets = doubles(this.#offsets, 4);
    this.#ends = doubles(this.#ends, 4);
    this.#angles = doubles(this.#angles);
    this.#low = doubles(this.#low);
    this.#high = doubles(this.#high);
    this.#best = doubles(this.#best);
    this.#current = doubles(this.#current);
    this.#trial = doubles(this.#trial);
    this.#sums = doubles(this.#sums);
    this.#gradient = doubles(this.#gradient);
    this.#step = doubles(this.#step);
    this.#free = new Int32Array(count);
    this.#hessian = new Float64Array(count * count);
    this.#factor = new Float64Array(count * count);
  }
}

function grown<T extends Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** The same angle in [−π, π). */
function wrap(angle: number): number {
  const rest = (angle + Math.PI) % TURN;
  return rest - Math.PI + (rest < 0 ? TURN : 0);
}

/** A number in [−1, 1) without visible order, the same each time. Two rows differ in the sign only. */
function scattered(row: number, column: number): number {
  let bits = Math.imul((row >> 1) + 1, 0x9e3779b1) ^ Math.imul(column + 1, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 13), 0x297a2d39);
  return ((bits ^ (bits >>> 16)) / 2 ** 31) * (row % 2 === 0 ? 1 : -1);
}
