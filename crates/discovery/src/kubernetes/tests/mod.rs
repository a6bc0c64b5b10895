mod cluster;
mod figures;
mod namespaces;
mod rules;
mod ways;
mod work;
