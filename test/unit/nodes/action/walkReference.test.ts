import { walk } from '../rows/walk';

jest.mock('../../../../src/ports', () =>
	jest.requireActual<object>('../../../support/scaledPorts'),
);

walk('reference');
