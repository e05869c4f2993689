//! tmp
use super::*;
pub(super) fn rules(p: &KenKen, m: &mut Model) -> Board {
    m.grid(p.size, p.size, p.digits.values().to_vec()).into()
}
