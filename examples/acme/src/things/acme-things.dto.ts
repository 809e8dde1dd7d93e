import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ForwardPageQuery, Kind, Text } from 'lading';

@ApiSchema({ description: 'A new thing.' })
export class CreateAcmeThingDto {
  @ApiProperty({ description: 'Name of the thing.' })
  @Text({ max: 100, example: 'Pallet jack' })
  name: string;
}

@ApiSchema({ description: 'A thing stored at a dock.' })
export class AcmeThingDto {
  @ApiProperty({ description: 'Always `acme_thing`.' })
  @Kind('acme_thing')
  object: 'acme_thing';

  @ApiProperty({ type: 'integer', description: 'Id of the thing.' })
  id: number;

  @ApiProperty({ type: String, description: 'Name of the thing.' })
  name: string;

  @ApiProperty({ type: Boolean, description: 'True once the thing is sold.' })
  sold: boolean;
}

export class AcmeThingListQuery extends ForwardPageQuery {}
