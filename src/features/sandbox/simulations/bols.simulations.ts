import { Injectable, type OnModuleInit } from '@nestjs/common';
import { bolGenerated } from '../../freight/bol/bol.events.js';
import { BolService } from '../../freight/bol/bol.service.js';
import { Freight } from '../../freight/record/freight.entity.js';
import { toFreightDto } from '../../freight/record/freight.mapper.js';
import { SandboxRepositories } from '../sandbox-repositories.js';
import { Simulations } from './simulations.js';

@Injectable()
export class BolSimulations implements OnModuleInit {
  constructor(
    private readonly simulations: Simulations,
    private readonly rows: SandboxRepositories,
    private readonly bols: BolService,
  ) {}

  onModuleInit(): void {
    this.simulations.add(bolGenerated, {
      find: (tenant, { shipment_id: id }) => this.rows.findOrNewest(Freight, tenant, id),
      show: async (tenant, freight) => ({
        bol: await this.bols.get(tenant, freight.id),
        shipment: toFreightDto(freight),
      }),
    });
  }
}
