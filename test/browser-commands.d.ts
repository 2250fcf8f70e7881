import 'vitest/browser';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Leaves a file in test/output/ to look at; `name` may have folders. Gives its path. */
    writeOutput(name: string, base64: string): Promise<string>;
  }
}
