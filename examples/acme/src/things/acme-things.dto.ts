import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ForwardPageQuery, Kind, Text } from 'lading';

@ApiSchema({ description: 'A new thing.' })
export class CreateAcmeThingDto {
  @ApiProperty({ description: 'What it is called.' })
  @Text({ max: 100, example: 'Pallet jack' })
  name: string;
}

@ApiSchema({ description: 'Something that stands at a dock.' })
export class AcmeThingDto {
  @ApiProperty({ description: 'Always `acme_thing`.' })
  @Kind('acme_thing')
  object: 'acme_thing';

  @ApiProperty({ type: 'integer', description: 'Its id.' })
  id: number;

  @ApiProperty({ type: String, description: 'What it is called.' })
  name: string;

  @ApiProperty({ type: Boolean, description: 'True from the sale on.' })
  sold: boolean;
}

export class AcmeThingListQuery extends ForwardPageQuery {}
