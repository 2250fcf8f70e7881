import { registerSkeleton } from '../animate/puppet-skeleton.ts';
import { registerCurves } from '../compile/curves.ts';
import { compileMoho } from './compile.ts';
import { MohoSkeleton } from './skeleton.ts';

/** Makes known what rigs of Moho projects need; calling it again does nothing. */
export function registerMoho(): void {
  registerCurves(compileMoho);
  registerSkeleton((compiled) => new MohoSkeleton(compiled));
}
