/** What was opened is closed in the opposite order, whatever of it fails. */
export interface Closers {
  add(close: () => Promise<void> | void): void;
  /** Gives what went wrong; never throws. */
  closeAll(): Promise<readonly unknown[]>;
}

export function closers(): Closers {
  const stack: (() => Promise<void> | void)[] = [];
  return {
    add: (close) => void stack.push(close),
    closeAll: async () => {
      const failures: unknown[] = [];
      for (let close = stack.pop(); close !== undefined; close = stack.pop()) {
        try {
          await close();
        } catch (thrown) {
          failures.push(thrown);
        }
      }
      return failures;
    },
  };
}
