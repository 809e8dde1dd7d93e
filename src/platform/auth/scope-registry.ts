import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { listHandlers } from '../http/pipeline/list-handlers.js';
import { isPublic } from './key.guard.js';
import { FIELD_SCOPES, resolveScope } from './scopes.js';

/** What a key can be limited to: read and write for every resource that some controller serves, and the sight of some fields. */
@Injectable()
export class ScopeRegistry {
  private scopes?: readonly string[];

  constructor(private readonly discovery: DiscoveryService) {}

  /** Sorted. Not in the constructor: controllers may stand behind modules that aren't there yet. */
  get all(): readonly string[] {
    return (this.scopes ??= this.collect());
  }

  private collect(): string[] {
    const guarded = listHandlers(this.discovery).filter(({ controller }) => !isPublic(controller));
    const resources = guarded.map(
      ({ controller, handler }) => resolveScope(controller, handler).split('.')[0]!,
    );
    const ofRoutes = [...new Set(resources)].flatMap((name) => [`${name}.read`, `${name}.write`]);
    return [...new Set([...ofRoutes, ...FIELD_SCOPES])].sort();
  }
}
