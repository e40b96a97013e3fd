/** What the chat services take, written from their documentation: forms with limits, and sums over a whole request. */
import { readFileSync } from 'node:fs';

import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

import { isRecord } from '../../src/platform/json.ts';

export const SERVICES = ['slack', 'teams', 'discord', 'ntfy'] as const;
export type Service = (typeof SERVICES)[number];

const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
addFormats.default(ajv);
const forms = new Map(
  SERVICES.map((service) => {
    const file = new URL(`../fixtures/webhooks/${service}.schema.json`, import.meta.url);
    return [service, ajv.compile(JSON.parse(readFileSync(file, 'utf8')))] as const;
  }),
);

/** Why the service would refuse it; empty when it takes it. */
export function refusalsOf(service: Service, text: string): readonly string[] {
  const value: unknown = JSON.parse(text);
  const form = forms.get(service);
  if (form === undefined) return [`no form of ${service}`];
  const refusals = form(value)
    ? []
    : (form.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
  const bytes = Buffer.byteLength(text);
  if (service === 'teams' && bytes > 28 * 1_024) refusals.push(`${bytes} bytes of 28 KB`);
  if (service === 'ntfy' && isRecord(value)) {
    const length = Buffer.byteLength(String(value['message']));
    if (length > 4_096) refusals.push(`a message of ${length} bytes becomes a file`);
  }
  if (service === 'discord') {
    const length = textsIn(isRecord(value) ? value['embeds'] : null)
      .filter(({ key }) => ['title', 'description', 'text'].includes(key))
      .reduce((sum, one) => sum + one.text.length, 0);
    if (length > 6_000) refusals.push(`embeds of ${length} characters`);
  }
  return refusals;
}

export interface FoundText {
  readonly key: string;
  readonly text: string;
}

/** Every text in it, with the key that it stands behind. */
export function textsIn(value: unknown, key = ''): readonly FoundText[] {
  if (typeof value === 'string') return [{ key, text: value }];
  if (Array.isArray(value)) return value.flatMap((one: unknown) => textsIn(one, key));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, name));
}
