import {
  easeBackIn,
  easeBackInOut,
  easeBackOut,
  easeBounceIn,
  easeBounceInOut,
  easeBounceOut,
  easeCircleIn,
  easeCircleInOut,
  easeCircleOut,
  easeCubicIn,
  easeCubicInOut,
  easeCubicOut,
  easeElasticIn,
  easeElasticInOut,
  easeElasticOut,
  easeExpIn,
  easeExpInOut,
  easeExpOut,
  easePolyIn,
  easePolyInOut,
  easePolyOut,
  easeQuadIn,
  easeQuadInOut,
  easeQuadOut,
  easeSinIn,
  easeSinInOut,
  easeSinOut,
} from 'd3-ease';
import { type Easing, holdEnds } from './easing.ts';

/*
 * The usual easings under their usual names: sine, quadratic, cubic, quartic, quintic, exponential,
 * circular, back (overshoots by a tenth), elastic, bounce.
 */

export const easeInSine: Easing = /* @__PURE__ */ holdEnds(easeSinIn);
export const easeOutSine: Easing = /* @__PURE__ */ holdEnds(easeSinOut);
export const easeInOutSine: Easing = /* @__PURE__ */ holdEnds(easeSinInOut);
export const easeInQuad: Easing = /* @__PURE__ */ holdEnds(easeQuadIn);
export const easeOutQuad: Easing = /* @__PURE__ */ holdEnds(easeQuadOut);
export const easeInOutQuad: Easing = /* @__PURE__ */ holdEnds(easeQuadInOut);
export const easeInCubic: Easing = /* @__PURE__ */ holdEnds(easeCubicIn);
export const easeOutCubic: Easing = /* @__PURE__ */ holdEnds(easeCubicOut);
export const easeInOutCubic: Easing = /* @__PURE__ */ holdEnds(easeCubicInOut);
export const easeInQuart: Easing = /* @__PURE__ */ holdEnds(/* @__PURE__ */ easePolyIn.exponent(4));
export const easeOutQuart: Easing = /* @__PURE__ */ holdEnds(/* @__PURE__ */ easePolyOut.exponent(4));
export const easeInOutQuart: Easing = /* @__PURE__ */ holdEnds(/* @__PURE__ */ easePolyInOut.exponent(4));
export const easeInQuint: Easing = /* @__PURE__ */ holdEnds(/* @__PURE__ */ easePolyIn.exponent(5));
export const easeOutQuint: Easing = /* @__PURE__ */ holdEnds(/* @__PURE__ */ easePolyOut.exponent(5));
export const easeInOutQuint: Easing = /* @__PURE__ */ holdEnds(/* @__PURE__ */ easePolyInOut.exponent(5));
export const easeInExpo: Easing = /* @__PURE__ */ holdEnds(easeExpIn);
export const easeOutExpo: Easing = /* @__PURE__ */ holdEnds(easeExpOut);
export const easeInOutExpo: Easing = /* @__PURE__ */ holdEnds(easeExpInOut);
export const easeInCirc: Easing = /* @__PURE__ */ holdEnds(easeCircleIn);
export const easeOutCirc: Easing = /* @__PURE__ */ holdEnds(easeCircleOut);
export const easeInOutCirc: Easing = /* @__PURE__ */ holdEnds(easeCircleInOut);
export const easeInBack: Easing = /* @__PURE__ */ holdEnds(easeBackIn);
export const easeOutBack: Easing = /* @__PURE__ */ holdEnds(easeBackOut);
export const easeInOutBack: Easing = /* @__PURE__ */ holdEnds(easeBackInOut);
export const easeInElastic: Easing = /* @__PURE__ */ holdEnds(easeElasticIn);
export const easeOutElastic: Easing = /* @__PURE__ */ holdEnds(easeElasticOut);
export const easeInOutElastic: Easing = /* @__PURE__ */ holdEnds(easeElasticInOut);
export const easeInBounce: Easing = /* @__PURE__ */ holdEnds(easeBounceIn);
export const easeOutBounce: Easing = /* @__PURE__ */ holdEnds(easeBounceOut);
export const easeInOutBounce: Easing = /* @__PURE__ */ holdEnds(easeBounceInOut);
