import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { listHandlers } from '../http/pipeline/list-handlers.js';
import { isPublic } from './key.guard.js';
import { FIELD_SCOPES, resolveScope } from './scopes.js';

/** Knows every scope: read and write for each resource of a controller, and the scopes of fields. */
@Injectable()
export class ScopeRegistry {
  private scopes?: readonly string[];

  constructor(private readonly discovery: DiscoveryService) {}

  /** Sorted. Computed on first use, when all controllers are registered. */
  get all(): readonly string[] {
    return (this.scopes ??= this.collect());
  }

  private collect(): string[] {
    const guarded = listHandlers(this.discovery).filter(({ controller }) => !isPublic(controller));
    const resources = guarded.map(
      ({ controller, handler }) => resolveScope(controller, handler).split('.')[0]!,
    );
    const ofRoutes = [...new Set(resources)].flatMap((name) => [`${name}.read`, `${name}.write`]);
    return [...new Set([...ofRoutes, ...Object.keys(FIELD_SCOPES)])].sort();
  }
}
