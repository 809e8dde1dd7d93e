import { describe, expect, it } from '@jest/globals';
import { DtoValidationPipe } from './dto-validation.pipe.js';

describe('a file as the body', () => {
  it('is passed on without a look at its bytes one by one', async () => {
    const file = new Proxy(Buffer.from('%PDF-1.4'), {
      ownKeys: () => {
        throw new Error('looked at byte by byte');
      },
    });
    expect(await new DtoValidationPipe().transform(file, { type: 'body', metatype: Buffer })).toBe(file);
  });
});
