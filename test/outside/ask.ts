import type { ForgeFailure } from '../../src/forges/forge-failure.ts';
import type { Environment } from '../../src/platform/environment.ts';
import { tryParseJson } from '../../src/platform/json.ts';
import { outwardRequest } from '../../src/platform/outward/outward-request.ts';
import { reachOf } from '../../src/platform/outward/reach-of.ts';
import type { ConnectionCore } from '../../src/words/connection.ts';

/** One that has an address and nothing else. */
export interface PlainConnection extends ConnectionCore {
  readonly url: string;
}

export type Asked = { readonly kind: 'said'; readonly value: unknown } | ForgeFailure;

/** Asks with GET, or POSTs what is given. */
export async function ask(
  connection: PlainConnection,
  env: Environment,
  { path, body }: { readonly path: string; readonly body?: object },
): Promise<Asked> {
  const result = await outwardRequest({
    url: `${connection.url}${path}`,
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    reach: await reachOf(connection, env),
    signal: AbortSignal.timeout(10_000),
  });
  if (result.kind !== 'answer') return { kind: 'no-answer', why: result.why };
  const { status, body: said } = result.answer;
  const value = tryParseJson(new TextDecoder().decode(said));
  return status === 200 ? { kind: 'said', value } : { kind: 'refused', why: `answers ${status}` };
}
