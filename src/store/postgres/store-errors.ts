/** What PostgreSQL and its driver say, as our errors. Decided on codes, never on texts that people read. */
import { isRecord } from '../../platform/json.ts';
import { AppError, asAppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';

/** Classes of SQLSTATE that say that there is no connection, or soon none: https://www.postgresql.org/docs/15/errcodes-appendix.html */
const AWAY = /^(08|57P0[1-3]|53300)/;
const UNDEFINED_TABLE = /^(42P01|3F000|42703)$/;
const ACCESS = /^28/;
const NO_DATABASE = '3D000';
export const LOCK_TIMEOUT = '55P03';
const FOREIGN_KEY = '23503';
const UNTRANSLATABLE = /^22(P05|021)$/;

/** @param shown the address without its password */
export function storeError(thrown: unknown, shown: string): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isOfFile(thrown)) return asAppError(thrown);
  const code = codeOf(thrown);
  const words = thrown instanceof Error ? oneLine(thrown.message, 300) : 'unknown';
  const told = (failure: { code: string; message: string; hint: string }): AppError =>
    new AppError('failed', failure, { cause: thrown });
  if (isAway(thrown))
    return told({
      code: 'store-away',
      message: `the database ${shown} cannot be reached (${code ?? words}): nothing was read or written`,
      hint: 'Give the command again when it answers; `roundsman fleet` shows whether it does.',
    });
  if (code !== null && UNDEFINED_TABLE.test(code)) return noSchema(shown);
  if (code !== null && (ACCESS.test(code) || code === NO_DATABASE))
    return told({
      code: 'store-refused',
      message: `the database ${shown} lets nothing in: ${words}`,
      hint: 'Check user, password and database in the address.',
    });
  if (code === FOREIGN_KEY) return storeGone(shown);
  if (code !== null && UNTRANSLATABLE.test(code))
    return told({
      code: 'store-encoding',
      message: `the database ${shown} takes not all of a record: ${words}`,
      hint: 'Use a database in UTF-8: createdb --encoding=UTF8 roundsman',
    });
  return told({ code: 'store-failed', message: `the database ${shown}: ${words}`, hint: '' });
}

export function noSchema(shown: string): AppError {
  return new AppError('missing', {
    code: 'store-not-migrated',
    message: `the database ${shown} has no tables of Roundsman`,
    hint: 'Make them, once for all machines: roundsman fleet migrate',
  });
}

/** The workspace was moved to files, on this machine or another. */
export function storeGone(shown: string): AppError {
  return new AppError('missing', {
    code: 'store-gone',
    message: `the database ${shown} no longer has the records of this workspace`,
    hint: 'They were moved to files on another machine, or the database is another one. See: roundsman fleet',
  });
}

/** No answer, or none any more. An error without an SQLSTATE comes from the connection. */
export function isAway(thrown: unknown): boolean {
  if (thrown instanceof AppError || thrown instanceof TypeError || thrown instanceof RangeError)
    return false;
  if (isOfFile(thrown)) return false;
  const code = codeOf(thrown);
  return code === null || !/^[0-9A-Z]{5}$/.test(code) || AWAY.test(code);
}

/** A file that was read for a row, or written from one. */
function isOfFile(thrown: unknown): boolean {
  return isRecord(thrown) && typeof thrown['path'] === 'string';
}

export function codeOf(thrown: unknown): string | null {
  return isRecord(thrown) && typeof thrown['code'] === 'string' ? thrown['code'] : null;
}
