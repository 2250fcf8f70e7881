import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    sharedData: boolean;
  }
}

declare global {
  /** Whether ../shared/data is there; tests in the browser then find its files under /shared/. */
  var __SHARED_DATA__: boolean;
}
