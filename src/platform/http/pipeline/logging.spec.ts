import { describe, expect, it } from '@jest/globals';
import { redactPath } from './logging.js';

const TOKEN = 'AbC_-'.repeat(8) + 'xyz';

describe('redactPath', () => {
  it.each([
    [`/track/${TOKEN}`, '/track/[token]'],
    ['/track/short', '/track/[token]'],
    [`/track/stop/${TOKEN}`, '/track/[token]'],
    [`/tenders/${TOKEN}`, '/tenders/[token]'],
    [`/TRACK/${TOKEN}`, '/TRACK/[token]'],
    [`//track/${TOKEN}`, '/track/[token]'],
    [`//Tenders//${TOKEN}/x`, '/Tenders/[token]'],
    [`/%74rack/${TOKEN}`, '/%74rack/[token]'],
    ['/api/v1/tracking/7', '/api/v1/tracking/7'],
    [
      '/api/v1/events/evt_0b9c6b0e4f1d4c3a8a7e2f5d6c1b0a99',
      '/api/v1/events/evt_0b9c6b0e4f1d4c3a8a7e2f5d6c1b0a99',
    ],
  ])('turns %s into %s', (path, logged) => expect(redactPath(path)).toBe(logged));
});
