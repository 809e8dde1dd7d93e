import type { components } from './api.js';

export { Lading } from './lading.js';
export type { CallOptions, LadingOptions } from './client.js';
export { LadingError } from './error.js';
export type { List } from './list.js';
export { verifyWebhook, type WebhookEvent } from './webhooks.js';
/** The request and response types, by schema name: `Schemas['Quote']`. */
export type Schemas = components['schemas'];
