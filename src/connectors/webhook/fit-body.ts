/** What a service takes of one request: made smaller step by step until it fits, and what is left out is counted in it. */
import { byteLength } from '../../platform/byte-length.ts';
import { isRecord } from '../../platform/json.ts';
import type { BodyRoom } from './body-values.ts';
import type { ShippedBody } from './read-body-template.ts';

/** From the most to the least. @param count of the contents of the message */
export function roomsFor(body: ShippedBody | null, count: number): readonly BodyRoom[] {
  if (body !== null && body !== 'json') return FOR_PEOPLE;
  const text = Math.floor(MAX_BODY_BYTES / (2 * Math.min(count, 100)));
  return [
    { contents: 100, findings: 20, text },
    { contents: 100, findings: 20, text: Math.floor(text / 4) },
    { contents: 100, findings: 5, text: 0 },
    { contents: 20, findings: 5, text: 0 },
    { contents: 5, findings: 1, text: 0 },
  ];
}

const FOR_PEOPLE: readonly BodyRoom[] = [
  { contents: 20, findings: 10, text: 2_000 },
  { contents: 10, findings: 10, text: 1_500 },
  { contents: 10, findings: 5, text: 500 },
  { contents: 10, findings: 3, text: 200 },
  { contents: 10, findings: 3, text: 0 },
  { contents: 10, findings: 1, text: 0 },
  { contents: 5, findings: 1, text: 0 },
  { contents: 2, findings: 1, text: 0 },
  { contents: 1, findings: 0, text: 0 },
];

/** Of what has no service to say so. */
export const MAX_BODY_BYTES = 1_000_000;

/** Why the service would not take it; `null` when it would. @param value the body, parsed */
/* oxlint-disable-next-line eslint/max-params -- whose body, and it twice: as it is sent, and as it is read */
export function whyTooMuch(body: ShippedBody | null, text: string, value: unknown): string | null {
  switch (body) {
    case 'slack':
      return over(listAt(value, 'blocks').length, 50, 'blocks');
    case 'discord':
      return (
        over(listAt(value, 'embeds').length, 10, 'embeds') ??
        over(embedLength(value), 6_000, 'characters')
      );
    case 'teams':
      // The service says 28 KB, with what it adds by itself.
      return over(byteLength(text), 27_000, 'bytes');
    case 'ntfy':
      // What is longer becomes a file that is attached.
      return over(byteLength(textAt(value, 'message')), 4_096, 'bytes');
    case 'json':
    case null:
      return over(byteLength(text), MAX_BODY_BYTES, 'bytes');
  }
}

function over(count: number, max: number, what: string): string | null {
  if (count <= max) return null;
  return `${count.toLocaleString('en-US')} ${what}, and ${max.toLocaleString('en-US')} are taken`;
}

/** As Discord counts: titles, descriptions and footers of all embeds. */
function embedLength(value: unknown): number {
  return listAt(value, 'embeds')
    .flatMap((embed) => [
      textAt(embed, 'title'),
      textAt(embed, 'description'),
      textAt(isRecord(embed) ? embed['footer'] : null, 'text'),
    ])
    .reduce((sum, { length }) => sum + length, 0);
}

function listAt(value: unknown, key: string): readonly unknown[] {
  const list = isRecord(value) ? value[key] : null;
  return Array.isArray(list) ? list : [];
}

function textAt(value: unknown, key: string): string {
  const text = isRecord(value) ? value[key] : null;
  return typeof text === 'string' ? text : '';
}
