/** What is drawn by code, as the gallery does it. */
import { Swarm } from '../examples/flock/swarm.ts';
import { RubberBand } from '../examples/rubber-band/string.ts';
import type { Stage } from '../src/engine/stage/stage.ts';
import { idleGpu } from './idle-gpu.ts';
import { type Spread, sample } from './sample.ts';
import { finish, makeStage } from './scene.ts';

export interface MotionCase {
  readonly name: 'flock' | 'rubber band';
  /** Circles, or bands. */
  readonly count: number;
  readonly samples: number;
}

export interface MotionFigures {
  /** ms of JavaScript for a step of what moves. */
  readonly step: Spread;
  /** ms of JavaScript for `render`. */
  readonly frame: Spread;
  readonly draws: number;
  readonly uploadBytes: number;
}

const STEP = 1 / 60;

export async function measureMotion({ name, count, samples }: MotionCase): Promise<MotionFigures> {
  const stage = makeStage('coverage');
  const gl = stage.canvas.getContext('webgl2') as WebGL2RenderingContext;
  try {
    const advance = name === 'flock' ? flock(stage, count) : band(stage);
    let time = 0;
    const step = () => {
      time += STEP;
      advance(240 + 160 * Math.sin(time), 360 + 240 * Math.sin(1.3 * time));
    };
    idleGpu(gl);
    // It gathers first, and learns its room.
    for (let i = 0; i < 120; i++) {
      step();
      stage.render();
    }
    const { draws, uploadBytes } = stage.stats;
    const steps = await sample(step, { samples, warmup: 10 });
    const before = () => {
      step();
      finish(gl);
    };
    return {
      step: steps,
      frame: await sample(() => stage.render(), { samples, warmup: 10, before }),
      draws,
      uploadBytes,
    };
  } finally {
    stage.destroy();
    gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}

function flock(stage: Stage, count: number): (x: number, y: number) => void {
  const swarm = new Swarm(stage);
  swarm.begin(count, 1);
  // A little more than a step, or rounding would leave some out.
  return (x, y) => swarm.advance(STEP * 1.0001, x, y, ALL);
}

function band(stage: Stage): (x: number, y: number) => void {
  const rubber = new RubberBand(stage, 240, 360);
  return (x, y) => rubber.advance(STEP, x, y);
}

const ALL = { inertia: true, separation: true, alignment: true, cohesion: true };
