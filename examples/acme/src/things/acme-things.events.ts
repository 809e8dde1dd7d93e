import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { defineEvent } from 'lading';
import { AcmeThingDto } from './acme-things.dto.js';

@ApiSchema({ description: 'An event of a thing.' })
export class AcmeThingEventData {
  @ApiProperty({ type: () => AcmeThingDto, description: 'The thing.' })
  thing: AcmeThingDto;
}

export const acmeThingSold = defineEvent('acme_thing.sold', {
  meaning: 'A thing was sold.',
  data: AcmeThingEventData,
  sample: { thing: { object: 'acme_thing', id: 0, name: 'Pallet jack', sold: true } },
});
