import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { DiskFullDetector } from './disk-full-detector.js';

describe('DiskFullDetector', () => {
  const disk = new DiskFullDetector();
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  const in30s = (): void => {
    const now = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(now + 30_000);
  };
  afterEach(() => {
    jest.restoreAllMocks();
    disk.clear();
  });

  it('ignores errors other than a full disk', () => {
    for (const thrown of [new Error('words'), Object.assign(new Error(), { code: '23505' }), null, 'words'])
      disk.recordError(thrown);
    expect(disk.state).toBe('fine');
  });

  it('reports `full` for 30 s and then `unsure`', () => {
    disk.recordError(full);
    expect(disk.state).toBe('full');
    in30s();
    expect(disk.state).toBe('unsure');
  });

  it('reports `fine` after clear() and `full` after another refusal', () => {
    disk.recordError(full);
    in30s();
    disk.recordError(full);
    expect(disk.state).toBe('full');
    disk.clear();
    expect(disk.state).toBe('fine');
  });
});
