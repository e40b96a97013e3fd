/** Signals to this process. */

/** Listens until the returned function is called. */
export function onSignals(listeners: Partial<Record<NodeJS.Signals, () => void>>): () => void {
  const entries = Object.entries(listeners);
  for (const [signal, listener] of entries) process.on(signal, listener);
  return () => {
    for (const [signal, listener] of entries) process.off(signal, listener);
  };
}
