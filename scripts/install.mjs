// @ts-check
/** Installs packages and a Chromium where they are missing. */
import { ensureChromium } from './lib/install-chromium.mjs';
import { checkNode, ensurePackages } from './lib/packages.mjs';

checkNode();
ensurePackages();
ensureChromium();
