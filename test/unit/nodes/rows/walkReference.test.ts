import { walk } from './walk';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

walk('reference');
