import { Extension } from 'lading';
import { AcmeAdapter } from './carrier/acme.adapter.js';
import { AcmeThing } from './things/acme-thing.entity.js';
import { AcmeThings1800000000000 } from './things/acme-things.migration.js';
import { AcmeThingsController } from './things/acme-things.controller.js';
import { AcmeThingsRepository } from './things/acme-things.repository.js';
import { AcmeThingsService } from './things/acme-things.service.js';
import { AcmeVerifier } from './verifier/acme.verifier.js';

@Extension({
  controllers: [AcmeThingsController],
  providers: [AcmeThingsRepository, AcmeThingsService, AcmeAdapter, AcmeVerifier],
  entities: [AcmeThing],
  migrations: [AcmeThings1800000000000],
  tags: { 'Acme things': 'Things that Acme stores at its docks.' },
  templates: new URL('../../templates/', import.meta.url),
})
export class AcmeModule {}
