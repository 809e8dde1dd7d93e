import { describe, expect, it } from '@jest/globals';
import { DtoValidationPipe } from './dto-validation.pipe.js';

describe('DtoValidationPipe', () => {
  it('passes a file body on without enumerating its bytes', async () => {
    const file = new Proxy(Buffer.from('%PDF-1.4'), {
      ownKeys: () => {
        throw new Error('looked at byte by byte');
      },
    });
    expect(await new DtoValidationPipe().transform(file, { type: 'body', metatype: Buffer })).toBe(file);
  });
});
