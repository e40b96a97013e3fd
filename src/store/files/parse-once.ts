/** Parses a text once while calls repeat the same text; the garbage collector may free the value. */
export function parseOnce<Value extends object>(
  parse: (text: string) => Value,
): (text: string) => Value {
  let last: WeakRef<{ readonly text: string; readonly value: Value }> | null = null;
  return (text) => {
    const known = last?.deref();
    if (known !== undefined && known.text === text) return known.value;
    const made = { text, value: parse(text) };
    last = new WeakRef(made);
    return made.value;
  };
}
