import { jest } from '@jest/globals';

// jsdom has no layout, but Mantine reads media queries and element sizes.
window.matchMedia = (query) => ({
  matches: false,
  media: query,
  addEventListener: jest.fn(),
  removeEventListener: jest.fn(),
  addListener: jest.fn(),
  removeListener: jest.fn(),
});
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
