/** Programs made byte by byte, so that no compiler is needed: what asks the kernel by another entry than the usual one. */

/**
 * An executable for x86-64 Linux that asks for its session keyring by `int 0x80`, the entry of 32-bit programs with numbers of its own:
 * ends with 0 when it got it, with 1 when it got an error.
 */
export function int80Program(): Uint8Array {
  const code = [
    [0xb8, 0x20, 0x01, 0x00, 0x00], // mov eax, 288: keyctl
    [0x31, 0xdb], // xor ebx, ebx: KEYCTL_GET_KEYRING_ID
    [0xb9, 0xfd, 0xff, 0xff, 0xff], // mov ecx, -3: the session keyring
    [0x31, 0xd2], // xor edx, edx
    [0xcd, 0x80], // int 0x80
    [0x31, 0xff], // xor edi, edi
    [0x85, 0xc0], // test eax, eax
    [0x79, 0x02], // jns: over the next
    [0xff, 0xc7], // inc edi
    [0xb8, 0x3c, 0x00, 0x00, 0x00], // mov eax, 60: exit
    [0x0f, 0x05], // syscall
  ].flat();
  const start = 120;
  const bytes = new Uint8Array(start + code.length);
  const view = new DataView(bytes.buffer);
  const base = 0x400000;
  // ELF, 64 bits, little-endian, version 1.
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  view.setUint16(16, 2, true); // executable
  view.setUint16(18, 62, true); // x86-64
  view.setUint32(20, 1, true);
  view.setUint32(24, base + start, true); // entry
  view.setUint32(32, 64, true); // program headers
  view.setUint16(52, 64, true);
  view.setUint16(54, 56, true);
  view.setUint16(56, 1, true);
  // One segment: all of the file, to read and execute.
  view.setUint32(64, 1, true);
  view.setUint32(68, 5, true);
  view.setUint32(80, base, true);
  view.setUint32(88, base, true);
  view.setUint32(96, bytes.length, true);
  view.setUint32(104, bytes.length, true);
  view.setUint32(112, 0x1000, true);
  bytes.set(code, start);
  return bytes;
}
