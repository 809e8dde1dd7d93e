import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AdapterRegistry } from './adapter-registry.js';
import { AdaptersController } from './adapters.controller.js';
import { ArcbestAdapter } from './adapters/arcbest/arcbest.adapter.js';
import { AverittAdapter } from './adapters/averitt/averitt.adapter.js';
import { DaytonAdapter } from './adapters/dayton/dayton.adapter.js';
import { DsdcRatesAdapter } from './adapters/dsdc-rates/dsdc-rates.adapter.js';
import { EbolAdapter } from './adapters/ebol/ebol.adapter.js';
import { EdiAdapter } from './adapters/edi/edi.adapter.js';
import { EstesAdapter } from './adapters/estes/estes.adapter.js';
import { FedexFreightAdapter } from './adapters/fedex-freight/fedex-freight.adapter.js';
import { OdflAdapter } from './adapters/odfl/odfl.adapter.js';
import { RlAdapter } from './adapters/rl/rl.adapter.js';
import { SaiaAdapter } from './adapters/saia/saia.adapter.js';
import { SimulatedAdapter } from './adapters/simulated/simulated.adapter.js';
import { SoutheasternAdapter } from './adapters/southeastern/southeastern.adapter.js';
import { TforceAdapter } from './adapters/tforce/tforce.adapter.js';
import { XpoAdapter } from './adapters/xpo/xpo.adapter.js';
import { CertificationService } from './certification/certification.service.js';
import { ReplayService } from './certification/replay.service.js';
import { CarrierCallLog } from './calls/carrier-call-log.js';
import { CarrierCallsController } from './calls/carrier-calls.controller.js';
import { CarrierCallsRepository } from './calls/carrier-calls.repository.js';
import { CarrierCallsService } from './calls/carrier-calls.service.js';
import { CarrierConnectionsRepository } from './carrier-connections.repository.js';
import { CarrierConnectionsService } from './carrier-connections.service.js';
import { CarrierHostPolicy } from './carrier-host-policy.js';
import { CarrierGateway } from './carrier-gateway.js';
import { CarriersController } from './carriers.controller.js';
import { CarriersRepository } from './carriers.repository.js';
import { CarriersService } from './carriers.service.js';
import { ConnectionSettingsService } from './connection-settings.service.js';
import { ConnectionsApiService } from './connections-api.service.js';
import { ConnectionsController } from './connections.controller.js';
import { CarrierCallExecutor } from './carrier-call-executor.js';
import { ConnectionTestService } from './connection-test.service.js';
import { SimulatedConnectionsService } from './simulated-connections.service.js';

@Module({
  imports: [DiscoveryModule],
  controllers: [AdaptersController, CarrierCallsController, CarriersController, ConnectionsController],
  providers: [
    AdapterRegistry,
    ArcbestAdapter,
    AverittAdapter,
    CarrierCallLog,
    CarrierCallsRepository,
    CarrierCallsService,
    CarrierConnectionsRepository,
    CarrierConnectionsService,
    CarrierGateway,
    CarrierHostPolicy,
    CarriersRepository,
    CarriersService,
    CertificationService,
    ConnectionsApiService,
    ConnectionSettingsService,
    ConnectionTestService,
    DaytonAdapter,
    DsdcRatesAdapter,
    EbolAdapter,
    EdiAdapter,
    EstesAdapter,
    FedexFreightAdapter,
    CarrierCallExecutor,
    ReplayService,
    OdflAdapter,
    RlAdapter,
    SaiaAdapter,
    SimulatedAdapter,
    SimulatedConnectionsService,
    SoutheasternAdapter,
    TforceAdapter,
    XpoAdapter,
  ],
  exports: [
    CarrierConnectionsService,
    CarrierGateway,
    CarriersService,
    CertificationService,
    ConnectionTestService,
    ReplayService,
  ],
})
export class CarriersModule {}
