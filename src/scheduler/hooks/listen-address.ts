/** `host:port`, and what to say when it cannot be had. */
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';

/** `127.0.0.1:8787`, `localhost:8787`, `[::1]:8787`. */
const LISTEN = /^(?:\[([0-9a-fA-F:.]{2,45})\]|([A-Za-z0-9.-]{1,253})):(\d{1,5})$/;

export function parseListen(
  listen: string,
  what: 'hooks' | 'page' = 'hooks',
): { readonly host: string; readonly port: number } {
  const found = LISTEN.exec(listen);
  const host = found?.[1] ?? found?.[2];
  const port = Number(found?.[3]);
  if (host !== undefined && port <= 65_535) return { host, port };
  throw new AppError('invalid-definition', {
    code: `${what}-listen`,
    message: `${what} cannot listen at "${oneLine(listen, 100)}": that is not a host and port`,
    hint: `Write \`${what}: { listen: 127.0.0.1:8787 }\` in roundsman.yaml.`,
  });
}

export function addressTaken(listen: string, thrown: unknown): AppError {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError(
    'missing',
    {
      code: 'hooks-listen',
      message: `hooks cannot listen at ${listen}: ${oneLine(reason)}`,
      hint: 'Name another port in `hooks.listen` of roundsman.yaml, or end what listens there.',
    },
    { cause: thrown },
  );
}
