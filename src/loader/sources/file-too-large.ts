import { AyatoriError } from '../../engine/model/problem.ts';

export function fileTooLarge(file: string, bytes: number, maxBytes: number): AyatoriError {
  return new AyatoriError({
    code: 'limit',
    file,
    message: 'the file is too large',
    expected: `at most ${maxBytes} bytes`,
    found: `${bytes} bytes`,
    hint: 'raise limits.fileBytes if the input is trusted',
  });
}
