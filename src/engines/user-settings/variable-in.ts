/** `$NAME` or `${NAME}` and nothing else: the variable that a setting means; `null` for any other text. Pure. */
export function variableIn(text: string | null): string | null {
  return (
    /^\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))$/
      .exec(text ?? '')
      ?.slice(1)
      .find((name) => name !== undefined) ?? null
  );
}
