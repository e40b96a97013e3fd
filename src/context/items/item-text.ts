/** What people write into items, checked: titles are one line, bodies bounded, files within the repository. */
import { AppError } from '../../words/errors.ts';
import { readPattern } from '../../words/repository-pattern.ts';
import { oneLine, stripControls } from '../../words/text.ts';

const MAX_TITLE = 300;
const MAX_BODY = 20_000;
const MAX_FILES = 100;

/** Throws `usage`. */
export function checkedTitle(text: string): string {
  const title = oneLine(text, 10_000);
  if (title === '') {
    throw new AppError('usage', {
      code: 'title-missing',
      message: 'an item needs a title',
      hint: 'Say in one line what to do: roundsman items new "Retry on 429".',
    });
  }
  if (title.length <= MAX_TITLE) return title;
  throw new AppError('usage', {
    code: 'title-too-long',
    message: `the title has ${title.length} characters, and ${MAX_TITLE} are the most`,
    hint: 'Put the rest into --body.',
  });
}

/** Throws `usage`. */
export function checkedBody(text: string): string {
  const body = stripControls(text).trimEnd();
  if (body.length <= MAX_BODY) return body;
  throw new AppError('usage', {
    code: 'body-too-long',
    message: `the body has ${body.length} characters, and ${MAX_BODY} are the most`,
    hint: 'Keep what is needed to work on it, and name where the rest is.',
  });
}

/** Throws `usage`, naming the first that cannot be. */
export function checkedFiles(files: readonly string[]): readonly string[] {
  const patterns = files.map((file) => {
    const read = readPattern(file);
    if (read.kind === 'pattern') return read.pattern;
    throw new AppError('usage', {
      code: 'bad-files',
      message: `--files "${oneLine(file, 80)}" ${read.why}`,
      hint: 'Name files from the root of the repository, such as src/billing/**.',
    });
  });
  const different = [...new Set(patterns)];
  if (different.length <= MAX_FILES) return different;
  throw new AppError('usage', {
    code: 'too-many-files',
    message: `${different.length} files are named, and ${MAX_FILES} are the most`,
    hint: 'Name folders instead, such as src/billing/**.',
  });
}
