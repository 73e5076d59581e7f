import { truthOf } from './drive/truth';

jest.mock('../../src/ports', () => jest.requireActual<object>('../support/movedPorts'));

truthOf('recorded');
