import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    sharedData: boolean;
    allPictures: boolean;
  }
}

declare global {
  /** Whether ../shared/data is there; tests in the browser then find its files under /shared/. */
  var __SHARED_DATA__: boolean;
  /** Whether every picture of a long list is compared, or each third one. */
  var __ALL_PICTURES__: boolean;
}
