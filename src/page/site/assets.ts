/** The script, the style sheet and the icon: read once, served under names that change with their content. */
import { readText } from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { packageFile } from '../../platform/package.ts';

export interface Asset {
  /** `/assets/page-3fa9c0d1.css`. */
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

export interface Assets {
  readonly style: Asset;
  readonly script: Asset;
  readonly icon: Asset;
  find(path: string): Asset | null;
}

const FILES = {
  style: {
    end: 'css',
    type: 'text/css; charset=utf-8',
    from: ['page.css', 'views.css', 'home.css', 'review.css'],
  },
  script: {
    end: 'js',
    type: 'text/javascript; charset=utf-8',
    from: ['page.js', 'live.js', 'inbox.js', 'review.js'],
  },
  icon: { end: 'svg', type: 'image/svg+xml', from: ['icon.svg'] },
} as const;

export async function readAssets(): Promise<Assets> {
  const [style, script, icon] = await Promise.all([
    readAsset(FILES.style),
    readAsset(FILES.script),
    readAsset(FILES.icon),
  ]);
  const all = [style, script, icon];
  return { style, script, icon, find: (path) => all.find((one) => one.path === path) ?? null };
}

async function readAsset(file: (typeof FILES)[keyof typeof FILES]): Promise<Asset> {
  const texts = await Promise.all(
    file.from.map((name) => readText(packageFile(`dist/page/assets/${name}`))),
  );
  const text = texts.join('\n');
  return { path: `/assets/page-${sha256(text).slice(0, 10)}.${file.end}`, type: file.type, text };
}
