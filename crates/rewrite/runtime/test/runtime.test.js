import './cases/network.js';
