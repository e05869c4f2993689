//! The places of a source file that a mutant can change, found in its syntax tree.

use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

type Bytes = Range<usize>;

/// A place, as ranges of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// An operator between two operands, and what it makes of them.
    Binary { left: Bytes, right: Bytes },
    /// A sign before an operand.
    Unary { operand: Bytes },
    /// The condition of a match arm.
    Guard,
    /// A match arm: its condition, if it has one; otherwise the place is empty, where one can be put.
    Arm { guard: Option<Bytes> },
    /// A field of a struct expression: the member's name, its value, the struct's path, what the others are taken from.
    Field { member: String, value: Bytes, path: Bytes, rest: Bytes },
    /// What a function does, all statements.
    Body,
}

/// What is found in a file: for each place the byte that a mutant of it is named by, the place, and its bytes.
#[derive(Debug, Default)]
pub(crate) struct Places {
    pub(crate) operators: Vec<(usize, Place, Bytes)>,
    pub(crate) guards: Vec<(usize, Place, Bytes)>,
    pub(crate) arms: Vec<(usize, Place, Bytes)>,
    pub(crate) fields: Vec<(usize, Place, Bytes)>,
    /// The word `const` of each function that has it, and the bytes of its block.
    pub(crate) consts: Vec<(Bytes, Bytes)>,
}

impl Places {
    pub(crate) fn of(source: &str) -> Result<Self, String> {
        let file = syn::parse_file(source).map_err(|error| error.to_string())?;
        let mut places = Self::default();
        places.visit_file(&file);
        Ok(places)
    }

    fn signature(&mut self, signature: &syn::Signature, block: &syn::Block) {
        if let Some(word) = &signature.constness {
            self.consts.push((word.span.byte_range(), block.span().byte_range()));
        }
    }
}

impl<'ast> Visit<'ast> for Places {
    fn visit_expr_binary(&mut self, node: &'ast syn::ExprBinary) {
        // In `if let … && …` the operator joins conditions that are no values.
        if !is_chain(&node.left) && !is_chain(&node.right) {
            let place = Place::Binary { left: bytes(&*node.left), right: bytes(&*node.right) };
            self.operators.push((bytes(&node.op).start, place, bytes(node)));
        }
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_unary(&mut self, node: &'ast syn::ExprUnary) {
        let place = Place::Unary { operand: bytes(&*node.expr) };
        self.operators.push((bytes(&node.op).start, place, bytes(node)));
        visit::visit_expr_unary(self, node);
    }

    fn visit_arm(&mut self, node: &'ast syn::Arm) {
        let guard = node.guard.as_ref().map(|(_, guard)| bytes(&**guard));
        if let Some(guard) = &guard {
            self.guards.push((guard.start, Place::Guard, guard.clone()));
        }
        let end = bytes(&node.pat).end;
        let range = guard.clone().unwrap_or(end..end);
        self.arms.push((bytes(node).start, Place::Arm { guard }, range));
        visit::visit_arm(self, node);
    }

    fn visit_expr_struct(&mut self, node: &'ast syn::ExprStruct) {
        if let Some(rest) = &node.rest {
            for field in &node.fields {
                let syn::Member::Named(member) = &field.member else { continue };
                let (value, path, rest) = (bytes(&field.expr), bytes(&node.path), bytes(&**rest));
                let place = Place::Field { member: member.to_string(), value, path, rest };
                self.fields.push((bytes(field).start, place, bytes(field)));
            }
        }
        visit::visit_expr_struct(self, node);
    }

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.signature(&node.sig, &node.block);
        visit::visit_item_fn(self, node);
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.signature(&node.sig, &node.block);
        visit::visit_impl_item_fn(self, node);
    }
}

fn bytes(node: &impl Spanned) -> Bytes {
    Span::byte_range(&node.span())
}

/// Whether a condition holds a `let`, which may stand only right under `if` and `while`.
fn is_chain(node: &syn::Expr) -> bool {
    match node {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(node) => is_chain(&node.left) || is_chain(&node.right),
        _ => false,
    }
}
