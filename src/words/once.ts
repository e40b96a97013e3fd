/** What is made at its first use, and kept. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The same for the newest key alone: a process rarely asks for two. */
export function oncePerKey<Value>(make: (key: string) => Value): (key: string) => Value {
  let made: { readonly key: string; readonly value: Value } | null = null;
  return (key) => {
    if (made?.key !== key) made = { key, value: make(key) };
    return made.value;
  };
}
