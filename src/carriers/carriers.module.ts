import { Module } from '@nestjs/common';
import { AdapterRegistry } from './adapter-registry.js';
import { CarrierConnectionsRepository } from './carrier-connections.repository.js';
import { CarrierConnectionsService } from './carrier-connections.service.js';
import { CarrierGateway } from './carrier-gateway.js';
import { CarriersController } from './carriers.controller.js';
import { CarriersRepository } from './carriers.repository.js';
import { CarriersService } from './carriers.service.js';

@Module({
  controllers: [CarriersController],
  providers: [
    AdapterRegistry,
    CarrierConnectionsRepository,
    CarrierConnectionsService,
    CarrierGateway,
    CarriersRepository,
    CarriersService,
  ],
  exports: [AdapterRegistry, CarrierConnectionsService, CarrierGateway, CarriersRepository],
})
export class CarriersModule {}
