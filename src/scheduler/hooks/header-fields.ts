/** Header fields as they came: nothing joined, nothing dropped. */

export type HeaderField = readonly [
  /** In lower case. */
  name: string,
  value: string,
];

/** `null` when it is missing, empty, or there more than once: of two, it is unknown which one was meant. */
export function onlyHeader(fields: readonly HeaderField[], name: string): string | null {
  const values = fields.filter(([field]) => field === name).map(([, value]) => value.trim());
  const [value] = values;
  return values.length === 1 && value !== undefined && value !== '' ? value : null;
}
