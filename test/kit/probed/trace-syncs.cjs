/** Loaded before a program (`node --require`): notes what it syncs, and what it gives its final name, in SYNC_TRACE. */
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { appendFileSync } = fs;
const note = (...words) =>
  appendFileSync(process.env.SYNC_TRACE, `${JSON.stringify([process.pid, ...words])}\n`);

const paths = new Map();
const open = fs.open;
fs.open = (path, ...rest) => {
  const done = rest.pop();
  open(path, ...rest, (error, fd) => {
    if (!error) paths.set(fd, String(path));
    done(error, fd);
  });
};
const fsync = fs.fsync;
fs.fsync = (fd, done) =>
  fsync(fd, (error) => {
    if (!error) note('sync', paths.get(fd));
    done(error);
  });
for (const name of ['rename', 'link']) {
  const plain = fs[name];
  fs[name] = (from, to, done) => {
    note(name, String(from), String(to));
    plain(from, to, done);
  };
  const promised = fs.promises[name];
  fs.promises[name] = (from, to) => {
    note(name, String(from), String(to));
    return promised(from, to);
  };
}
const openPromised = fs.promises.open;
fs.promises.open = async (path, ...rest) => {
  const file = await openPromised(path, ...rest);
  const sync = file.sync.bind(file);
  file.sync = async () => {
    await sync();
    note('sync', String(path));
  };
  return file;
};
syncBuiltinESMExports();
