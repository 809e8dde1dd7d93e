import { startLading } from 'lading';
import { AcmeModule } from './acme.module.js';

await startLading({ extensions: [AcmeModule] });
