/** Ito's colours: indigo and vermilion, the calico's cream, ginger and soot between them. */

export const INK = '#2b1d33';

export const COLOR = {
  ink: INK,
  cream: '#fff1da',
  creamShade: '#efd6b6',
  muzzle: '#fffaf0',
  ginger: '#ea9a4e',
  gingerShade: '#cf7a3b',
  soot: '#584a5c',
  sootShade: '#453a4b',
  innerEar: '#f2a695',
  nose: '#d9695f',
  noseShine: '#f3a596',
  mouth: '#7b2438',
  tongue: '#ef8d86',
  eyeWhite: '#fffdf5',
  iris: '#79bd8e',
  irisRing: '#2f7460',
  irisGlow: '#c2e6a8',
  pupil: '#231a2b',
  shine: '#ffffff',
  whisker: '#6b5868',
  coat: '#35508c',
  coatShade: '#283b6e',
  coatLight: '#4766a8',
  coatFar: '#2b4178',
  thread: '#f4e3bf',
  button: '#e0a458',
  trousers: '#4a4162',
  trousersFar: '#3b3350',
  boot: '#9a5636',
  bootFar: '#7d432c',
  bootLight: '#bd7548',
  bootCuff: '#f2d9ae',
  sole: '#5a2f27',
  scarf: '#dd4233',
  scarfShade: '#b02c2c',
  scarfStripe: '#ffe2bd',
  yarn: '#cf3a30',
  yarnDark: '#a52a2a',
  yarnLight: '#ee6a52',
};

/** Blush from calm (0) to delighted (1), in steps of whole colour values. */
export function blush(amount) {
  const calm = [0xfa, 0xcf, 0xb3];
  const delighted = [0xf7, 0x9e, 0x8c];
  const channel = (i) => Math.round(calm[i] + (delighted[i] - calm[i]) * Math.min(1, amount));
  return `#${[0, 1, 2].map((i) => channel(i).toString(16).padStart(2, '0')).join('')}`;
}
