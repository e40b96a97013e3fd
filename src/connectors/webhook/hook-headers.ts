/** Headers that a connection sets, as they are looked up. */

export function lowerCased(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** Of a body whose connection says what it is. */
export function contentTypeIn(headers: Readonly<Record<string, string>>): {
  readonly contentType?: string;
} {
  const contentType = lowerCased(headers)['content-type'];
  return contentType === undefined ? {} : { contentType };
}
