/** What all readings of GitHub share: who is asked, within which bounds, and failures in words. */
import { forgeFailureText, type ForgeFailure } from '../../../../forges/forge-failure.ts';
import type { GithubClient } from '../../../../forges/github/github-client.ts';
import type { GithubRepository } from '../../../../forges/github/repository-of.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { credentialPlace } from '../../../../platform/outward/read-credential.ts';
import type { GithubConnection } from '../../../../words/connection.ts';
import { AppError, assertNever } from '../../../../words/errors.ts';
import { plural } from '../../../../words/text.ts';
import type { TicketRecord } from '../../ticket-record.ts';
import type { SourceBounds } from '../contract.ts';

export interface AskingGithub {
  readonly connection: GithubConnection;
  readonly client: GithubClient;
  readonly repository: GithubRepository;
  readonly bounds: SourceBounds;
  readonly clock: Clock;
  /** On the monotonic clock. */
  readonly startedAt: number;
  readonly signal?: AbortSignal;
  readonly progress: (text: string) => void;
  /** By id: what is read again while it changes takes the place of what was read before. */
  readonly records: Map<string, TicketRecord>;
  readonly spent: { pages: number };
}

export function beginPage(asking: AskingGithub, what: string): void {
  asking.signal?.throwIfAborted();
  asking.spent.pages += 1;
  const { name } = asking.connection;
  asking.progress(`asking ${name} for ${what}, page ${asking.spent.pages}`);
}

/** Which bound is hit; `null`: none. Bytes follow from the number of records here, whose size GitHub bounds. */
export function boundHit({
  bounds,
  spent,
  records,
  clock,
  startedAt,
}: AskingGithub): string | null {
  if (spent.pages >= bounds.pages) return `after ${plural(bounds.pages, 'page')}`;
  if (records.size >= bounds.records) return `after ${plural(records.size, 'record')}`;
  return clock.monotonic() - startedAt >= bounds.ms
    ? `after ${Math.round(bounds.ms / 60_000)} minutes`
    : null;
}

/** Runs it, and makes an AppError of what the client throws. */
export async function askGithub<Answer>(
  asking: AskingGithub,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (thrown) {
    asking.signal?.throwIfAborted();
    if (thrown instanceof AppError) throw thrown;
    throw githubError(asking, asking.client.failureOf(thrown));
  }
}

export function githubError(
  { connection, repository }: Pick<AskingGithub, 'connection' | 'repository'>,
  failure: ForgeFailure,
): AppError {
  const name = `connections.${connection.name}`;
  const message = `${name}: ${repository.owner}/${repository.repo}: ${forgeFailureText(failure)}`;
  const later = 'Nothing of it was told: the next run asks from the same place on.';
  switch (failure.kind) {
    case 'log-in':
    case 'forbidden':
      return new AppError('missing', {
        code: 'source-not-allowed',
        message,
        hint: tokenHint(connection),
      });
    case 'missing':
      return new AppError('missing', {
        code: 'source-gone',
        message,
        hint: `Look at ${name}.repository, whether its token may see it, and whether it has what ${name}.tickets.from names.`,
      });
    case 'limited':
      return new AppError('failed', { code: 'source-rate-limited', message, hint: later });
    case 'refused':
      return new AppError('refused', {
        code: 'source-refused',
        message,
        hint: `Look at ${name}.api${connection.private ? '' : '; `private: true` lets it be at an address of this machine or network'}.`,
      });
    case 'no-answer':
      return new AppError('failed', { code: 'source-unreachable', message, hint: later });
    default:
      return assertNever(failure);
  }
}

function tokenHint({ name, token }: GithubConnection): string {
  return token === null
    ? `Give connections.${name} a \`token\`.`
    : `The token in ${credentialPlace(token)} is wrong, has expired, or may not read issues of this repository: make another one, and try \`roundsman connect ${name}\`.`;
}

export function oddAnswer(asking: AskingGithub, why: string): AppError {
  const { name } = asking.connection;
  return new AppError('failed', {
    code: 'source-unreadable',
    message: `connections.${name}: ${why}`,
    hint: `Look at connections.${name}.api: it is the base URL of GitHub's API. Nothing of it was told.`,
  });
}
