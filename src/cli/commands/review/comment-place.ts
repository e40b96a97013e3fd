/** `src/main.ts:12-15` as a person types it. Pure. */

export interface TypedPlace {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** `null`: it names no line. */
export function readPlace(text: string): TypedPlace | null {
  const [, path = '', first = '', last] =
    /^(.{1,1000}):([0-9]{1,7})(?:-([0-9]{1,7}))?$/.exec(text) ?? [];
  if (path === '') return null;
  return { path, from: Number(first), to: Number(last ?? first) };
}
